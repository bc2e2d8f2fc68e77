#include "tuning/game_data.h"

#include <array>
#include <fstream>
#include <iterator>

#include "engine/text.h"
#include "engine/turns.h"

namespace tulenh {
namespace {

constexpr std::string_view kMagic = "TULENHGD";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kRecordHead = 8;
constexpr std::uint8_t kQuietBit = 128;

/// The cyclic redundancy check of Ethernet and zip files.
std::uint32_t checksum(std::string_view bytes) {
    static constexpr auto kTable = [] {
        std::array<std::uint32_t, 256> table{};
        for (std::uint32_t i = 0; i < table.size(); ++i) {
            std::uint32_t c = i;
            for (int bit = 0; bit < 8; ++bit) c = (c & 1U) != 0 ? c >> 1 ^ 0xedb88320U : c >> 1;
            table[i] = c;
        }
        return table;
    }();
    std::uint32_t sum = ~0U;
    for (const char byte : bytes) sum = kTable[(sum ^ static_cast<unsigned char>(byte)) & 255U] ^ sum >> 8;
    return ~sum;
}

template <std::size_t kBytes>
void put(std::string& out, std::uint64_t value) {
    for (std::size_t i = 0; i < kBytes; ++i) out.push_back(static_cast<char>(value >> 8 * i & 255U));
}

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
        value |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << 8 * i;
    return value;
}

/// Takes numbers and text off the front of a body.
class Body {
  public:
    explicit Body(std::string_view bytes) : bytes_(bytes) {}

    template <typename Number>
    Number number() {
        need(sizeof(Number));
        const auto value = static_cast<Number>(number_at(bytes_, at_, sizeof(Number)));
        at_ += sizeof(Number);
        return value;
    }
    std::string_view text(std::size_t size) {
        need(size);
        at_ += size;
        return bytes_.substr(at_ - size, size);
    }
    [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }

  private:
    void need(std::size_t size) const {
        if (bytes_.size() - at_ < size) throw std::length_error("the record is too short for its game");
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace

std::string encode(const DataHeader& header) {
    std::string out(kMagic);
    put<4>(out, kVersion);
    put<4>(out, header.nodes);
    put<8>(out, header.seed);
    put<4>(out, header.first);
    put<4>(out, header.step);
    put<4>(out, header.modes);
    put<4>(out, checksum(out));
    return out;
}

std::string encode(const DataGame& game) {
    std::string body;
    put<4>(body, game.number);
    put<1>(body, static_cast<std::uint64_t>(game.start.mode()));
    put<1>(body, static_cast<std::uint64_t>(game.result));
    const std::string fen = format_fen(game.start);
    put<2>(body, fen.size());
    body += fen;
    put<2>(body, game.turns.size());
    for (const DataTurn& played : game.turns) {
        put<1>(body, played.turn.size() | (played.quiet ? kQuietBit : 0U));
        for (std::size_t i = 0; i < played.turn.size(); ++i) put<4>(body, played.turn[i].bits());
        put<2>(body, static_cast<std::uint16_t>(played.score));
    }
    std::string record;
    put<4>(record, body.size());
    put<4>(record, checksum(body));
    return record += body;
}

DataReader::DataReader(const std::string& path) : path_(path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw DataError(std::string("cannot read ").append(path));
    bytes_.assign(std::istreambuf_iterator<char>(file), {});
    if (bytes_.size() < kDataHeaderSize || std::string_view(bytes_).substr(0, kMagic.size()) != kMagic)
        throw error("this is no file of training games");
    const auto number = [&](std::size_t at, std::size_t size) { return number_at(bytes_, at, size); };
    if (const std::uint64_t version = number(8, 4); version != kVersion)
        throw error("version " + std::to_string(version) + " is not known");
    if (number(36, 4) != checksum(std::string_view(bytes_).substr(0, 36)))
        throw error("the checksum of the header is wrong");
    header_.nodes = static_cast<std::uint32_t>(number(12, 4));
    header_.seed = number(16, 8);
    header_.first = static_cast<std::uint32_t>(number(24, 4));
    header_.step = static_cast<std::uint32_t>(number(28, 4));
    header_.modes = static_cast<std::uint32_t>(number(32, 4));
    at_ = kDataHeaderSize;
}

std::optional<DataGame> DataReader::next() {
    const std::size_t left = bytes_.size() - at_;
    if (left == 0) return std::nullopt;
    const std::size_t size = left < kRecordHead ? 0 : number_at(bytes_, at_, 4);
    torn_ = left < kRecordHead || left - kRecordHead < size;
    if (torn_) return std::nullopt;
    const std::string_view body = std::string_view(bytes_).substr(at_ + kRecordHead, size);
    if (number_at(bytes_, at_ + 4, 4) != checksum(body)) throw error("the checksum of the record is wrong");
    try {
        DataGame game = decode(body);
        at_ += kRecordHead + size;
        return game;
    } catch (const std::length_error& short_body) {
        throw error(short_body.what());
    }
}

DataGame DataReader::decode(std::string_view bytes) const {
    Body body(bytes);
    DataGame game;
    game.number = body.number<std::uint32_t>();
    const auto mode = body.number<std::uint8_t>();
    if (mode >= kModes.size()) throw error("mode " + std::to_string(mode) + " is not known");
    const auto result = body.number<std::uint8_t>();
    if (result > 2) throw error("result " + std::to_string(result) + " is not known");
    game.result = static_cast<DataResult>(result);
    const std::string_view fen = body.text(body.number<std::uint16_t>());
    const Expected<Position> start = parse_fen(fen, kModes[mode]);
    if (!start) throw error(start.error().text);
    game.start = *start;

    Position position = game.start;
    const std::size_t turns = body.number<std::uint16_t>();
    for (std::size_t t = 0; t < turns; ++t) {
        const auto wrong_turn = [&] { return error("turn " + std::to_string(t + 1) + " is not possible"); };
        DataTurn played;
        const auto head = body.number<std::uint8_t>();
        played.quiet = (head & kQuietBit) != 0;
        const std::size_t parts = head & (kQuietBit - 1U);
        if (parts == 0 || parts > Turn::kMaxTurnParts) throw wrong_turn();
        for (std::size_t i = 0; i < parts; ++i)
            played.turn.push(Part::from_bits(body.number<std::uint32_t>()));
        if (!is_legal(position, played.turn)) throw wrong_turn();
        play_turn(position, played.turn);
        played.score = body.number<std::int16_t>();
        game.turns.push_back(played);
    }
    if (!body.at_end()) throw error("the record is longer than its game");
    return game;
}

DataError DataReader::error(const std::string& what) const {
    std::string text = path_ + ": ";
    if (at_ != 0) text += "record at byte " + std::to_string(at_) + ": ";
    return DataError(text + what);
}

}  // namespace tulenh
